import multipart from '@fastify/multipart'
import { imageLimit, imageParams, imageUploadSchema, storedImageSchema } from '@steward/contracts/file'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid } from '../../platform/errors.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { ImageService } from './image.service.ts'

const tag = 'file-management'
const consumes = 'multipart/form-data'
const year = 365 * 24 * 3600

/** Above what a picture may have, so that one that is a little too large is told so at its field. */
const mostBytes = 2 * imageLimit

function unreadable(error: unknown): AppError {
  if ((error as { statusCode?: number }).statusCode === 413) {
    const message = 'Send one picture under 2 MB.'
    return new AppError('too_large', 'image.too_large', message, { image: message })
  }
  return invalid('image.form', { body: 'The form is damaged or not complete. Send it again.' })
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

/** Pictures come as forms, which no other call takes: the parser stays among these. */
function addUpload(api: FastifyInstance, images: ImageService): void {
  api.register(async (forms) => {
    await forms.register(multipart, { limits: { files: 1, fields: 10, fileSize: mostBytes } })
    forms.addHook('preValidation', async (request) => {
      if (request.isMultipart()) request.body = await readForm(request)
    })
    route(forms, {
      method: 'PUT',
      url: '/file-management/image/users',
      operationId: 'storeUserImage',
      summary: 'Store the picture of a user: JPEG, PNG or WebP, under 2 MB, at most 600 × 600 pixels',
      description: 'A picture that no user shows is removed after a day.',
      tag,
      permission: 'self.edit',
      consumes,
      body: imageUploadSchema,
      response: storedImageSchema,
      errors: [413, 415, 429],
      rateLimit: { max: 60, timeWindow: 60_000 },
      handle: async ({ actor, body }) => ({
        data: { imageUID: await images.storeAvatar(actor, body.image) },
      }),
    })
  })
}

export function addFileRoutes(api: FastifyInstance, images: ImageService): void {
  addUpload(api, images)
  publicRoute(api, {
    method: 'GET',
    url: '/file-management/images/:imageUid',
    operationId: 'readImage',
    summary: 'A picture; its id is the only key to it',
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
      return reply.send(bytes)
    },
  })
}
