/** What the readers of DOCX, ODT, RTF and PDF note while they add to the text: where code and headings stand, and where links lead. */
import { structureLimits } from '../../../contract/extraction/structured-text.ts';
import type { GivenStructure } from '../../../domain/structure/structure-of-text.ts';
import type { TextParts } from '../text-parts.ts';
import { PageLinks } from './page-links.ts';

/** What a paragraph says of itself. */
export type PartKind = 'prose' | 'code' | 'heading';

export class DocumentParts {
  readonly #text: TextParts;
  readonly #given: GivenStructure | null;
  readonly #links = new PageLinks(null);
  #href = '';
  #label = '';
  /** Of the part that is open; null in prose. */
  #from: number | null = null;
  #kind: PartKind = 'prose';

  /** @param given null if nobody wants it. */
  constructor(text: TextParts, given: GivenStructure | null) {
    this.#text = text;
    this.#given = given;
  }

  /** Adds a piece of a paragraph. */
  add(piece: string, kind: PartKind = 'prose'): void {
    const before = this.#text.length;
    if (kind !== this.#kind) this.endPart();
    this.#kind = kind;
    this.#text.add(piece);
    if (kind !== 'prose' && piece !== '') this.#from ??= Math.max(before, this.#text.length - piece.length);
    this.addLabel(piece);
  }

  /** Of a link, where its text is added later. */
  addLabel(piece: string): void {
    if (this.#href !== '') this.#label = (this.#label + piece).slice(0, structureLimits.cellCharacters);
  }

  /** Whether more of a label would be kept. */
  get wantsLabel(): boolean {
    return this.#href !== '' && this.#hasRoom && this.#label.length < structureLimits.cellCharacters;
  }

  get #hasRoom(): boolean {
    return this.#given !== null && this.#given.links.length + this.#given.addresses.length < structureLimits.things;
  }

  /** There was more than was read. */
  leaveOut(): void {
    if (this.#given !== null) this.#given.room.isCut = true;
  }

  /** Ends code or headings. */
  endPart(): void {
    const from = this.#from;
    this.#from = null;
    if (from === null || this.#given === null) return;
    const parts = this.#kind === 'code' ? this.#given.codeParts : this.#given.headingParts;
    if (parts.length < structureLimits.things) parts.push({ from, to: this.#text.length });
    else this.#given.room.isCut = true;
  }

  openLink(href: string): void {
    [this.#href, this.#label] = [href, ''];
  }

  endLink(): void {
    const to = this.#href === '' ? null : this.#links.target(this.#href);
    const place = { text: this.#href, offset: null };
    const label = this.#label.trim().toWellFormed() || null;
    this.#href = '';
    if (to === null || this.#given === null) return;
    const { links, addresses, room } = this.#given;
    if (!this.#hasRoom) room.isCut = true;
    else if (to.kind === 'link') links.push({ ...place, value: to.value, label });
    else addresses.push({ ...place, value: to.value });
  }
}
