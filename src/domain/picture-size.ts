/** How large a picture is, from its head. */

export interface PictureSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** The size that the picture's header tells, or null when there is none that makes sense. */
export async function pictureSize(head: Uint8Array): Promise<PictureSize | null> {
  // Loaded with the first picture: a Hub that sees none does without its memory.
  const { imageSize } = await import('image-size');
  try {
    // The library reads on behind the view, where its buffer goes on: into what others have there.
    const { width, height } = imageSize(head.byteLength === head.buffer.byteLength ? head : new Uint8Array(head));
    return Number.isSafeInteger(width) && Number.isSafeInteger(height) && width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null; // no picture that the library knows, or a damaged one
  }
}
