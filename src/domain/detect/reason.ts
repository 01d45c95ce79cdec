/** Why a type was said: what spoke for which type, and how surely. For people who ask; it holds nothing of the text. */
export interface Reason {
  /** A rule is a grammar or a fixed beginning; the name is the embedded or given one; the declared type came with the content. */
  readonly by: 'signature' | 'rule' | 'model' | 'name' | 'declared type';
  /** A label of `types.ts`. */
  readonly typeId: string;
  /** 0..1, of this voice alone. */
  readonly confidence: number;
  /** Whether the answer follows it. */
  readonly decided: boolean;
}
