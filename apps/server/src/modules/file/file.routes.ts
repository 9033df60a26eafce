import multipart from '@fastify/multipart'
import {
  contentParams,
  contentQuery,
  downloadAddressSchema,
  fileParams,
  filesUploadSchema,
  storedFilesSchema,
  uploadSourceParams,
  type ArrivingFile,
} from '@steward/contracts/file'
import { fileLimit, isShown, mostFilesOfCall } from '@steward/contracts/plain/stored-file'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid } from '../../platform/errors.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { FileService, OpenFile } from './file.service.ts'

const tag = 'file-management'

function unreadable(error: unknown): unknown {
  if (error instanceof AppError) return error
  if ((error as { statusCode?: number }).statusCode === 413) {
    const message = `At most ${mostFilesOfCall} files can be sent per call.`
    return new AppError('too_large', 'file.too_many', message, { file: message })
  }
  return invalid('file.form', { file: 'The form is damaged or incomplete. Send it again.' })
}

/** The files of a form, one after the other as they arrive. */
async function* arriving(request: FastifyRequest): AsyncGenerator<ArrivingFile> {
  let count = 0
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (part.fieldname !== 'file')
        throw invalid('file.form', { file: 'Send the files in the field "file".' })
      count += 1
      yield { field: part.fieldname, name: part.filename, bytes: part.file }
    }
  } catch (error) {
    throw unreadable(error)
  }
  if (count === 0) throw invalid('file.none', { file: 'Choose a file.' })
}

/** Lets the rest of a refused form pass by, so that its sender comes to read the answer. */
function letPass({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

/** A PDF is shown by a part of the browser that a sandbox would keep out. */
const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
const sealedPolicy = "sandbox; default-src 'none'; frame-ancestors 'self'"

/** What goes with the bytes of a file, so that nothing in it ever runs as ours. */
function headersOf({ name, mediaType, size }: OpenFile, inline: boolean): Record<string, string | number> {
  const shows = inline && isShown(mediaType)
  const shownType = mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType
  return {
    'content-type': shows ? shownType : 'application/octet-stream',
    'content-length': size,
    'content-disposition': contentDisposition(name, { type: shows ? 'inline' : 'attachment' }),
    'content-security-policy': shows && mediaType === 'application/pdf' ? pdfPolicy : sealedPolicy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=300',
  }
}

function addUpload(forms: FastifyInstance, files: FileService): void {
  route(forms, {
    method: 'POST',
    url: '/file-management/files/upload/:source',
    operationId: 'uploadFiles',
    summary: `Upload files: at most ${mostFilesOfCall} per call, each under 25 MB; all or none`,
    description: 'A file that nothing refers to is deleted after a day.',
    tag,
    permission: 'timeline.edit',
    consumes: 'multipart/form-data',
    params: uploadSourceParams,
    body: filesUploadSchema,
    response: storedFilesSchema,
    errors: [413, 415],
    handle: async ({ actor, params, body, request }) => {
      try {
        return { data: await files.upload(actor, params.source, body.file) }
      } catch (error) {
        letPass(request)
        throw error
      }
    },
  })
}

export function addFileRoutes(api: FastifyInstance, files: FileService): void {
  // Files are read while they arrive, so that none is ever in memory as a whole.
  api.register(async (forms) => {
    const limits = { files: mostFilesOfCall, fields: 10, fileSize: fileLimit + 1 }
    await forms.register(multipart, { limits, throwFileSizeLimit: false })
    forms.addHook('preValidation', async (request) => {
      if (request.isMultipart()) request.body = { file: arriving(request) }
    })
    addUpload(forms, files)
  })
  route(api, {
    method: 'POST',
    url: '/file-management/files/download/:fileId',
    operationId: 'downloadFile',
    summary: 'Get a download link that is valid for five minutes',
    tag,
    permission: 'timeline.read',
    params: fileParams,
    response: downloadAddressSchema,
    handle: async ({ actor, params }) => ({ data: { url: await files.address(actor, params.fileId) } }),
  })
  publicRoute(api, {
    method: 'GET',
    url: '/file-management/files/content/:token',
    operationId: 'readFileContent',
    summary: 'Download a file with a signed link, valid for five minutes',
    tag,
    params: contentParams,
    query: contentQuery,
    response: z.unknown().meta({ description: 'The bytes' }),
    handle: async ({ params, query, reply }) => {
      const file = await files.openAddress(params.token)
      reply.headers(headersOf(file, query.inline ?? false))
      return reply.send(file.stream)
    },
  })
}
