type ShownType = import('@steward/contracts/file').ShownType

/** Written out and checked against the contract, which would bring more than this. */
const shown: Readonly<Record<ShownType, true>> = {
  'image/jpeg': true,
  'image/png': true,
  'image/gif': true,
  'image/webp': true,
  'image/avif': true,
  'application/pdf': true,
  'text/plain': true,
}

/** Whether a file of this type can be shown. */
export function isShownType(mediaType: string): boolean {
  return Object.hasOwn(shown, mediaType)
}
