import { readAppearanceSchema, saveAppearanceSchema } from '@steward/contracts/company/appearance'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { AppearanceService } from './appearance.service.ts'

const tag = 'company'
const url = '/company/appearance'

export function addAppearanceRoutes(api: FastifyInstance, appearance: AppearanceService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'readCompanyAppearance',
    summary: 'Get the name of the company, and its color on pages that customers see',
    tag,
    permission: 'self.read',
    response: readAppearanceSchema,
    handle: async ({ actor }) => ({ data: await appearance.read(actor) }),
  })
  route(api, {
    method: 'PUT',
    url,
    operationId: 'saveCompanyAppearance',
    summary: 'Save the color of the company',
    tag,
    permission: 'company.administer',
    audited: 'by-service',
    body: saveAppearanceSchema,
    response: readAppearanceSchema,
    handle: async ({ actor, body }) => ({ data: await appearance.save(actor, body) }),
  })
}
