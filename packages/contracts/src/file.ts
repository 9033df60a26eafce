import { z } from 'zod'
import { imageLimit, mostFilesOfCall } from './plain/stored-file.ts'
import { dataOf, flagSchema, idSchema } from './api.ts'

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
    .regex(/^[0-9a-f]{32}$/, 'This picture does not exist.')
    .meta({ example: '6f1b4a539a532c7e5a7c9d108d0b1f2e' }),
})

export const uploadSourceParams = z.object({
  source: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'The source must be one lowercase word, such as system.')
    .meta({ example: 'system', description: 'Source of the files, in one word' }),
})

/** A file of a form on its way. */
export interface ArrivingFile {
  field: string
  name: string
  bytes: AsyncIterable<Uint8Array>
}

const isStream = (value: unknown): value is AsyncIterable<ArrivingFile> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** The form that files are sent in; they are read while they arrive. */
export const filesUploadSchema = z.strictObject({
  file: z
    .custom<AsyncIterable<ArrivingFile>>(isStream, 'Send the files in the field "file" of a form.')
    .meta({
      type: 'array',
      items: { type: 'string', format: 'binary' },
      description: `At most ${mostFilesOfCall}, each under 25 MB`,
    }),
})

export const storedFileSchema = z
  .object({
    fileId: idSchema,
    uid: z.string().meta({ example: '0b2ec10e5a1e4f0f9fd0c7a1b5a3d9e2' }),
    fileMetaDataId: idSchema,
    name: z.string().meta({ example: 'Contract 2026.pdf' }),
    mediaType: z.string().meta({ example: 'application/pdf', description: 'Detected from the content' }),
    size: z.int().meta({ description: 'In bytes', example: 48_213 }),
  })
  .meta({ id: 'StoredFile' })

export type StoredFile = z.infer<typeof storedFileSchema>

export const storedFilesSchema = dataOf(z.array(storedFileSchema))

export const fileParams = z.object({ fileId: idSchema })

export const downloadAddressSchema = dataOf(
  z
    .object({
      url: z.string().meta({
        example: '/api/file-management/files/content/1.7.1767225600.x2Yq0VYV5m3',
        description:
          'Valid for five minutes, without a session. With `?inline=1` browsers display safe content.',
      }),
    })
    .meta({ id: 'DownloadAddress' }),
)

export const contentParams = z.object({ token: z.string().max(200) })
export const contentQuery = z.object({
  inline: flagSchema.optional().meta({ description: 'Display it if it is safe, instead of downloading it' }),
})
