import multipart from '@fastify/multipart'
import { imageParams, imageUploadSchema, storedImageSchema } from '@steward/contracts/file'
import { avatarPixels, imageLimit, imagePixels } from '@steward/contracts/plain/stored-file'
import type { Permission } from '@steward/contracts/plain/permission'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid } from '../../platform/errors.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { ImageService } from './image.service.ts'

const tag = 'file-management'
const consumes = 'multipart/form-data'
const year = 365 * 24 * 3600

interface Shown {
  entity: string
  by: string
  permission: Permission
  /** Pixels, across and down. */
  most: number
}

/** Who shows pictures, and how large they may be. */
const shown: readonly Shown[] = [
  { entity: 'user', by: 'a user', permission: 'self.edit', most: avatarPixels },
  { entity: 'organization', by: 'an organization', permission: 'record.edit', most: avatarPixels },
  { entity: 'account', by: 'an account', permission: 'record.edit', most: avatarPixels },
  { entity: 'contact', by: 'a contact', permission: 'record.edit', most: avatarPixels },
  { entity: 'pipeline', by: 'a pipeline', permission: 'record.edit', most: avatarPixels },
  { entity: 'note', by: 'a text', permission: 'timeline.edit', most: imagePixels },
]

/** Above what a picture may have, so that one that is a little too large is refused at its field. */
const mostBytes = 2 * imageLimit

function unreadable(error: unknown): AppError {
  if ((error as { statusCode?: number }).statusCode === 413) {
    const message = 'Send one picture under 2 MB.'
    return new AppError('too_large', 'image.too_large', message, { image: message })
  }
  return invalid('image.form', { body: 'The form is damaged or incomplete. Send it again.' })
}

/** The parts of a form as a body: files as such, so that its schema sees them. */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      body[part.fieldname] =
        part.type === 'file' ? new File([new Uint8Array(await part.toBuffer())], part.filename) : part.value
    }
  } catch (error) {
    throw unreadable(error)
  }
  return body
}

function addUpload(
  forms: FastifyInstance,
  { entity, by, permission, most }: Shown,
  images: ImageService,
): void {
  route(forms, {
    method: 'PUT',
    url: `/file-management/image/${entity}s`,
    operationId: `store${entity.charAt(0).toUpperCase()}${entity.slice(1)}Image`,
    summary: `Upload the picture of ${by}: JPEG, PNG or WebP, under 2 MB, at most ${most} × ${most} pixels`,
    description: 'A picture that nothing refers to is deleted after a day.',
    tag,
    permission,
    consumes,
    body: imageUploadSchema,
    response: storedImageSchema,
    errors: [413, 415, 429],
    rateLimit: { max: 60, timeWindow: 60_000 },
    handle: async ({ actor, body }) => ({
      data: { imageUID: await images.store(actor, body.image, most) },
    }),
  })
}

export function addImageRoutes(api: FastifyInstance, images: ImageService): void {
  // Pictures come as forms, which no other call reads as a whole: the parser stays among these.
  api.register(async (forms) => {
    await forms.register(multipart, { limits: { files: 1, fields: 10, fileSize: mostBytes } })
    forms.addHook('preValidation', async (request) => {
      if (request.isMultipart()) request.body = await readForm(request)
    })
    for (const one of shown) addUpload(forms, one, images)
  })
  publicRoute(api, {
    method: 'GET',
    url: '/file-management/images/:imageUid',
    operationId: 'readImage',
    summary: 'Get a picture by its secret id',
    tag,
    params: imageParams,
    response: z.unknown().meta({ description: 'image/jpeg, image/png or image/webp' }),
    handle: async ({ params, reply }) => {
      const { bytes, mediaType } = await images.read(params.imageUid)
      reply.type(mediaType)
      reply.header('cache-control', `public, max-age=${year}, immutable`)
      reply.header('content-security-policy', "default-src 'none'")
      reply.header('x-content-type-options', 'nosniff')
      reply.header('content-disposition', 'inline')
      // Mails show it as well, and mail programs in a browser are pages of other sites.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return reply.send(bytes)
    },
  })
}
