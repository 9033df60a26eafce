import { z } from 'zod'
import { dataOf } from './api.ts'

/** A picture is smaller than this, in bytes. */
export const imageLimit = 2 * 1024 * 1024
/** The most pixels that the picture of a user has, across and down. */
export const avatarPixels = 600

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export type ImageType = (typeof imageTypes)[number]

/** The form that a picture is sent in. */
export const imageUploadSchema = z.strictObject({
  image: z
    .file({ error: 'Send the picture as a file in the field "image".' })
    .min(1, 'The file is empty. Choose another picture.')
    .max(imageLimit - 1, 'Choose a picture under 2 MB.'),
})

export const storedImageSchema = dataOf(
  z
    .object({ imageUID: z.string().meta({ example: '6f1b4a539a532c7e5a7c9d108d0b1f2e' }) })
    .meta({ id: 'StoredImage' }),
)

export const imageParams = z.object({
  imageUid: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'There is no such picture.')
    .meta({ example: '6f1b4a539a532c7e5a7c9d108d0b1f2e' }),
})
