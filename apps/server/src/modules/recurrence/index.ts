import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { userManagementModule } from '../user-management/index.ts'
import { workCalendarModule } from '../work-calendar/index.ts'
import { addRecurrenceRoutes } from './recurrence.routes.ts'
import { createRecurrenceService, type RecurrenceNeighbours } from './recurrence.service.ts'

export {
  afterCompletion,
  catchUp,
  isRepeating,
  nextOf,
  readRule,
  type Occurrence,
  type Recurrence,
} from './recurrence.rules.ts'
export { shiftFor } from './recurrence.service.ts'
export { recurrenceText } from './recurrence-text.rules.ts'

/** How work repeats: rules of RFC 5545 by days, in words, and around days off. */
function createRecurrenceModule(
  _platform: Platform,
  neighbours: RecurrenceNeighbours,
): { module: Module; service: undefined } {
  const service = createRecurrenceService(neighbours)
  return { module: { addRoutes: (api) => addRecurrenceRoutes(api, service) }, service: undefined }
}

export const recurrenceModule = defineModule({
  needs: { users: userManagementModule, calendars: workCalendarModule },
  create: createRecurrenceModule,
})
