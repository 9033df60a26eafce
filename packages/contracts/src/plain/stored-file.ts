/** A picture is smaller than this, in bytes. */
export const imageLimit = 2 * 1024 * 1024
/** The most pixels that the picture of a user or a record has, across and down. */
export const avatarPixels = 600
/** The most pixels that a picture in a text has, across and down. */
export const imagePixels = 8000
/** A file is smaller than this, in bytes. */
export const fileLimit = 25 * 1024 * 1024
/** The most files that one call takes. */
export const mostFilesOfCall = 20
/** The most files that a note, a mail or another item of the timeline carries. */
export const mostAttachments = 20
/** The most records whose logos one call lists. */
export const mostLogos = 200
export const longestFileName = 200

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export type ImageType = (typeof imageTypes)[number]

/** The types of stored files that browsers may show; all others are only downloaded. */
export const shownTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
  'text/plain',
] as const

export type ShownType = (typeof shownTypes)[number]

export function isShown(mediaType: string): mediaType is ShownType {
  return (shownTypes as readonly string[]).includes(mediaType)
}
