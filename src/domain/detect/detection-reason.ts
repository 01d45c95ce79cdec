/** One piece of evidence for a type: what indicated it, and how strongly. For people who ask; it contains nothing of the text. */
export interface DetectionReason {
  /** A rule is a grammar or a fixed beginning; the name is the embedded or given one; the declared type came with the content. */
  readonly by: 'signature' | 'rule' | 'model' | 'name' | 'declared type';
  /** A label of `types.ts`. */
  readonly typeId: string;
  /** 0..1, of this evidence alone. */
  readonly confidence: number;
  /** Whether the answer is this type. */
  readonly decided: boolean;
}
