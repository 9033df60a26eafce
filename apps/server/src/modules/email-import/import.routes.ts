import multipart from '@fastify/multipart'
import { dataOf } from '@steward/contracts/api'
import { importedMailSchema, importMailQuery, mailLimits } from '@steward/contracts/email'
import { filesUploadSchema, type ArrivingFile } from '@steward/contracts/file'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid } from '../../platform/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { MailImport } from './import.service.ts'

const tag = 'email'

function unreadable(error: unknown): unknown {
  if (error instanceof AppError) return error
  if ((error as { statusCode?: number }).statusCode === 413) {
    const message = `At most ${mailLimits.imports} e-mails go into one call.`
    return new AppError('too_large', 'email.too_many', message, { file: message })
  }
  return invalid('email.form', { file: 'The form is damaged or not complete. Send it again.' })
}

/** The files of a form, one after the other as they arrive. */
async function* arriving(request: FastifyRequest): AsyncGenerator<ArrivingFile> {
  let count = 0
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      count += 1
      yield { field: part.fieldname, name: part.filename, bytes: part.file }
    }
  } catch (error) {
    throw unreadable(error)
  }
  if (count === 0) throw invalid('email.none', { file: 'Choose an e-mail that was saved as .eml.' })
}

export function addImportRoutes(api: FastifyInstance, mails: MailImport): void {
  api.register(async (forms) => {
    const limits = { files: mailLimits.imports, fields: 10, fileSize: mailLimits.source + 1 }
    await forms.register(multipart, { limits, throwFileSizeLimit: false })
    forms.addHook('preValidation', async (request) => {
      if (request.isMultipart()) request.body = { file: arriving(request) }
    })
    route(forms, {
      method: 'POST',
      url: '/email-v3/messages/import',
      operationId: 'importMails',
      summary: 'Keep e-mails that were saved as .eml files; each is told by itself what became of it',
      description:
        'They lie with the contacts whose addresses they name, and with the record of the call. The same e-mail is kept once.',
      tag,
      permission: 'timeline.edit',
      consumes: 'multipart/form-data',
      query: importMailQuery,
      body: filesUploadSchema,
      response: dataOf(z.array(importedMailSchema)),
      errors: [404, 413, 415],
      handle: async ({ actor, query, body }) => ({ data: await mails.run(actor, query, body.file) }),
    })
  })
}
