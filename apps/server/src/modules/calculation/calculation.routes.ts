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
    summary: 'Check a formula, and work it out for a record',
    description: 'Stores nothing. Each problem says at which characters of the formula it lies.',
    tag,
    permission: 'field.administer',
    body: checkFormulaSchema,
    response: dataOf(formulaCheckSchema),
    errors: [404],
    handle: async ({ actor, body }) => ({ data: await service.checkFormula(actor, body) }),
  })
  route(api, {
    method: 'GET',
    url: '/core/fields/:id/calculation',
    operationId: 'readCalculation',
    summary: 'How far a calculated field is, what it depends on and what depends on it',
    tag,
    permission: 'field.read',
    params: idParams,
    response: dataOf(calculationStateSchema),
    handle: async ({ actor, params }) => ({ data: await service.calculationState(actor, params.id) }),
  })
}
