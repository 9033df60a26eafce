import { dataOf, idParams } from '@steward/contracts/api'
import { playbookEffectReportSchema } from '@steward/contracts/playbook/effect'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Effects } from './effect.service.ts'

export function addEffectRoutes(api: FastifyInstance, effects: Effects): void {
  route(api, {
    method: 'GET',
    url: '/playbook/playbook-templates/:id/effect',
    operationId: 'readPlaybookEffect',
    summary: 'Compare the records that ran a playbook with those that were held out',
    tag: 'playbook',
    permission: 'playbook.edit',
    params: idParams,
    response: dataOf(playbookEffectReportSchema),
    errors: [409],
    handle: async ({ actor, params }) => ({ data: await effects.report(actor, params.id) }),
  })
}
