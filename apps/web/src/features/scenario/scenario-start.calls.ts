import { requestEarly } from '../../api/gateway.ts'

/** Requests what `nodeTypesQuery` and `scenarioQuery` read, before the scripts of these are there. */
export function requestScenarioEarly(id: number): void {
  requestEarly('/api/scenario-management/node-types')
  requestEarly(`/api/scenario-management/scenarios/${id}`)
}
