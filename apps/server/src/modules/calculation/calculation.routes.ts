import { dataOf, idParams } from '@steward/contracts/api'
import {
  calculationStateSchema,
  checkFormulaSchema,
  formulaCheckSchema,
} from '@steward/contracts/calculation'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { CalculationService } from './calculation.service.ts'
import type { CalculationStates } from './calculation-state.service.ts'

const tag = 'Fields'

export function addCalculationRoutes(
  api: FastifyInstance,
  service: CalculationService & CalculationStates,
): void {
  route(api, {
    method: 'POST',
    url: '/core/fields/formula/check',
    operationId: 'checkFormula',
    summary: 'Check a formula and calculate it for a record',
    description: 'Stores nothing. Each problem has its position in the formula.',
    tag,
    permission: 'field.administer',
    reads: true,
    body: checkFormulaSchema,
    response: dataOf(formulaCheckSchema),
    errors: [404],
    handle: async ({ actor, body }) => ({ data: await service.checkFormula(actor, body) }),
  })
  route(api, {
    method: 'GET',
    url: '/core/fields/:id/calculation',
    operationId: 'readCalculation',
    summary: 'Get the progress of a calculated field, with its dependencies and dependents',
    tag,
    permission: 'field.read',
    params: idParams,
    response: dataOf(calculationStateSchema),
    handle: async ({ actor, params }) => ({ data: await service.calculationState(actor, params.id) }),
  })
}
