import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { timelineModule, type TimelineService } from '../timeline/index.ts'
import { createActs, type TimelineActs } from './timeline-act.service.ts'

export type { ItemAct, ShownAct, TimelineActs } from './timeline-act.service.ts'

/** What people did to items of timelines, for modules that report it. */
function createTimelineActModule(
  platform: Platform,
  { timeline }: { timeline: TimelineService },
): { module: Module; service: TimelineActs } {
  return { module: {}, service: createActs((tenantId) => platform.database.tenant(tenantId), timeline) }
}

export const timelineActModule = defineModule({
  needs: { timeline: timelineModule },
  create: createTimelineActModule,
})
