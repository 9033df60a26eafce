import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileModule } from '../file/index.ts'
import { recordModule } from '../record/index.ts'
import { currencyModule } from '../currency/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { fieldModule } from '../field/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { createTimelineJobs } from './timeline.jobs.ts'
import { addCommentRoutes, addTimelineRoutes } from './timeline.routes.ts'
import { createTimelineService, type TimelineNeighbours, type TimelineService } from './timeline.service.ts'

export {
  readLinked,
  readOccurredAt,
  readPlain,
  readRich,
  refuseOtherRecord,
  type LoggedText,
} from './logged-form.ts'
export type { ItemChange, NewItem, Presenter, Removal } from './timeline.door.ts'
export { mentionedUsers } from './timeline.notice.service.ts'
export { personOf } from './timeline.present.ts'
export { readablePlaceSql, readableSql } from './timeline.policy.ts'
export type { KeptItem } from './timeline.read-model.ts'
export { commentsBegin, ownWords, searchable, searchedOnly } from './timeline.rules.ts'
export type { TimelineService } from './timeline.service.ts'

/** Everything that happened with a customer, newest first. */
function createTimelineModule(
  platform: Platform,
  neighbours: TimelineNeighbours,
): { module: Module; service: TimelineService } {
  const service = createTimelineService(platform, neighbours)
  const module: Module = {
    ...createTimelineJobs((tenantId) => platform.database.tenant(tenantId), platform.clock),
    addRoutes(api) {
      addTimelineRoutes(api, service)
      addCommentRoutes(api, service)
    },
  }
  return { module, service }
}

export const timelineModule = defineModule({
  needs: {
    users: userManagementModule,
    fields: fieldModule,
    lifecycle: lifecycleModule,
    currency: currencyModule,
    records: recordModule,
    files: fileModule,
  },
  create: createTimelineModule,
})
