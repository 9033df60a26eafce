import multipart from '@fastify/multipart'
import { dataOf } from '@steward/contracts/api'
import {
  editedRatesSchema,
  editRatesSchema,
  exchangeRatesQuery,
  exchangeRatesSchema,
  importedRatesSchema,
  importRatesQuery,
  importRatesSchema,
  rateImportLimits,
} from '@steward/contracts/currency'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../platform/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { RateImport } from './rate-import.service.ts'
import type { RateService } from './rate.service.ts'

const tag = 'currency'

/** The first file of a form, as it arrives. */
async function* arriving(request: FastifyRequest): AsyncGenerator<Buffer> {
  let found = false
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      found = true
      yield* part.file as AsyncIterable<Buffer>
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalid('currency.form', {
      file: 'The form is damaged or incomplete. Send it again with one file.',
    })
  }
  if (!found) throw invalid('currency.no_file', { file: 'Choose the file of the European Central Bank.' })
}

export function addRateRoutes(
  api: FastifyInstance,
  { rates, imports }: { rates: RateService; imports: RateImport },
): void {
  route(api, {
    method: 'GET',
    url: '/currency/exchange-rates',
    operationId: 'listExchangeRates',
    summary: "Get exchange rates by month, relative to the base currency, and today's rates",
    tag,
    permission: 'currency.read',
    query: exchangeRatesQuery,
    response: dataOf(exchangeRatesSchema),
    handle: async ({ actor, query }) => ({ data: await rates.show(actor, query) }),
  })
  route(api, {
    method: 'POST',
    url: '/currency/exchange-rates',
    operationId: 'editExchangeRates',
    summary: 'Add, update and remove rates, all or none',
    tag,
    permission: 'currency.administer',
    audited: 'by-service',
    body: editRatesSchema,
    response: dataOf(editedRatesSchema),
    handle: async ({ actor, body }) => ({ data: await rates.edit(actor, body.rates) }),
  })
  api.register(async (forms) => {
    const limits = { files: 1, fields: 10, fileSize: rateImportLimits.file + 1 }
    await forms.register(multipart, { limits, throwFileSizeLimit: false })
    forms.addHook('preValidation', async (request) => {
      if (request.isMultipart()) request.body = { file: arriving(request) }
    })
    route(forms, {
      method: 'POST',
      url: '/currency/exchange-rates/import',
      operationId: 'importExchangeRates',
      summary: 'Import the reference rates of the European Central Bank, with the last day of each month',
      description:
        'The file is the table published by the bank, as .csv, .csv.gz or .zip. With dryRun=true it only reports what would change.',
      tag,
      permission: 'currency.administer',
      audited: 'by-service',
      consumes: 'multipart/form-data',
      bodyLimit: rateImportLimits.file * 2,
      query: importRatesQuery,
      body: importRatesSchema,
      response: dataOf(importedRatesSchema),
      errors: [413, 415],
      handle: async ({ actor, query, body }) => ({
        data: await imports.upload(actor, body.file, { dryRun: query.dryRun === 'true' }),
      }),
    })
  })
}
