/** The version that every component, body and command reports; `package.json` has the same. */
export const version = '0.1.0';
