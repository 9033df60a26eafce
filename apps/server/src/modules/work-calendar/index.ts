import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addWorkCalendarRoutes } from './work-calendar.routes.ts'
import {
  createCalendarService,
  seedCalendars,
  type CalendarNeighbours,
  type CalendarService,
} from './work-calendar.service.ts'

export {
  addBusinessDays,
  addDays,
  businessCalendar,
  shiftDayOff,
  type BusinessCalendar,
} from './business-day.rules.ts'
export type { CalendarBook } from './work-calendar.book.ts'
export type { CalendarService } from './work-calendar.service.ts'

/** On which days people work: calendars with their holidays, and counting in business days. */
function createWorkCalendarModule(
  platform: Platform,
  neighbours: CalendarNeighbours,
): { module: Module; service: CalendarService } {
  const service = createCalendarService(platform, neighbours)
  return {
    module: { addRoutes: (api) => addWorkCalendarRoutes(api, service), seedTenant: seedCalendars },
    service,
  }
}

export const workCalendarModule = defineModule({
  needs: { audit: auditModule, users: userManagementModule },
  create: createWorkCalendarModule,
})
