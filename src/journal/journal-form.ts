/** The form of a journal that this Hub has opened, its `PRAGMA user_version`: how many of the migrations (`migrations.ts`) it has had. */
export const journalForm = 35;
