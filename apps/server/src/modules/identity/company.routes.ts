import { dataOf } from '@steward/contracts/api'
import { changeCompanySchema, companySchema } from '@steward/contracts/identity'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { CompanyService } from './company.service.ts'

const tag = 'identity'
const url = '/identity/company'

export function addCompanyRoutes(api: FastifyInstance, company: CompanyService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'readCompany',
    summary: 'Get the settings that all people of the company share',
    tag,
    permission: 'user.administer',
    response: dataOf(companySchema),
    handle: async ({ actor }) => ({ data: await company.settings(actor.tenantId) }),
  })
  route(api, {
    method: 'PATCH',
    url,
    operationId: 'changeCompany',
    summary: 'Change the settings that all people of the company share',
    tag,
    permission: 'user.administer',
    audited: 'by-service',
    body: changeCompanySchema,
    response: dataOf(companySchema),
    handle: async ({ actor, body }) => ({ data: await company.change(actor, body) }),
  })
}
