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
    const message = `At most ${mailLimits.imports} emails can be sent per call.`
    return new AppError('too_large', 'email.too_many', message, { file: message })
  }
  return invalid('email.form', { file: 'The form is damaged or incomplete. Send it again.' })
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
  if (count === 0) throw invalid('email.none', { file: 'Choose an email saved as .eml.' })
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
      summary: 'Import emails saved as .eml files; the response reports the result of each',
      description:
        'They are linked to contacts with matching addresses, and to the given record. Duplicates are stored once.',
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
