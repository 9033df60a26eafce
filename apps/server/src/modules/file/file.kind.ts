/** As many bytes of a file's beginning tell what it is. */
export const headLength = 64 * 1024

/** Bytes that no text has. */
const isBinary = (byte: number): boolean => byte < 32 && ![9, 10, 12, 13, 27].includes(byte)

function isText(head: Uint8Array, isWhole: boolean): boolean {
  if (head.length === 0 || head.some(isBinary)) return false
  try {
    // A letter may be cut in two where the head ends.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !isWhole })
    return true
  } catch {
    return false
  }
}

/**
 * The media type of a file by its bytes; its name and its sender are never asked. Text of whatever kind, HTML
 * and SVG among it, is text/plain, and what is not known application/octet-stream.
 */
export async function readKind(head: Uint8Array, isWhole: boolean): Promise<string> {
  // Text first: what begins as XML or a script is a text, whatever it would be elsewhere.
  if (isText(head, isWhole) && !startsAsPdf(head)) return 'text/plain'
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  return found?.mime.split(';')[0] ?? 'application/octet-stream'
}

function startsAsPdf(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, 5)) === '%PDF-'
}
