import { AppError } from '../../platform/errors.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { ledgerModule, type Ledger } from '../ledger/index.ts'
import { notificationModule, type Notifications } from '../notification/index.ts'
import { playbookTemplateModule, type TemplateService } from '../playbook-template/index.ts'
import { recordListModule, type RecordLists } from '../record-list/index.ts'
import { recordRuleModule, type ReadRuleContext, type RecordRules } from '../record-rule/index.ts'
import { segmentModule } from '../segment/index.ts'
import { taskModule, type Tasks } from '../task/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { workCalendarModule, type CalendarService } from '../work-calendar/index.ts'
import { isStillRunning } from './application.store.ts'
import { createApplyJobs, createBatches } from './apply.jobs.ts'
import { createApplying } from './apply.service.ts'
import { createApplyWriting } from './apply.writing.ts'
import { dueKind } from './instance.door.ts'
import { createInstanceReading } from './instance-reading.service.ts'
import { countRunning } from './instance.list.sql.ts'
import { createManyInstances } from './instance-many.service.ts'
import { createArchive, createInstanceService } from './instance.service.ts'
import { createInstanceSubject } from './instance.subject.ts'
import { createPlanning } from './plan.ts'
import { createNotify } from './playbook.notices.ts'
import { addInstanceRoutes, addPlaybookRoutes } from './playbook.routes.ts'
import { createPlaybookSubscriber } from './playbook.subscriber.ts'
import { createSettling } from './settle.ts'

export { createTasks } from './apply.writing.ts'
export { fillDescription, fillText, fillTitle, type Names } from './draft.rules.ts'

interface Neighbours {
  users: UserService
  lists: RecordLists
  rules: RecordRules & { readContext: ReadRuleContext }
  ledger: Ledger
  notifications: Notifications
  calendars: CalendarService
  tasks: Tasks
  templates: TemplateService
}

/** Playbooks at work: applied to records, with the tasks of their steps. */
function createPlaybookModule(platform: Platform, neighbours: Neighbours) {
  const { templates, ledger, users, notifications } = neighbours
  const notify = createNotify(platform, notifications)
  const planning = createPlanning(neighbours)
  const writing = createApplyWriting({ ...neighbours, notify })
  const batches = createBatches(platform, { ...neighbours, planning, writing })
  const applying = createApplying(platform, { ...neighbours, planning, writing, batches })
  const settling = createSettling({ ...neighbours, planning, clock: platform.clock })
  const reading = createInstanceReading(platform, neighbours)
  const instances = createInstanceService(platform, { ...neighbours, planning, settling, reading, notify })
  const archive = createArchive(templates, instances)
  const many = createManyInstances(platform, { ledger, notify, instances })
  users.registerBelongings(many.belongings)
  templates.registerRunning((actor, ids) =>
    countRunning(platform.database.tenant(actor.tenantId), actor, ids),
  )
  ledger.registerSubject(createInstanceSubject(ledger))
  ledger.registerUndo(async (tx, { tenantId }, { changeSetId }) => {
    if (!(await isStillRunning(tx, tenantId, changeSetId))) return undefined
    const message = 'This playbook is still being applied. Wait until that has finished, then undo it.'
    throw new AppError('conflict', 'undo.at_work', message)
  })
  const module: Module = {
    tasks: createApplyJobs(platform, users, batches),
    due: { [dueKind]: notify.due },
    subscribers: [createPlaybookSubscriber(platform, { templates, settling })],
    addRoutes(api) {
      addPlaybookRoutes(api, { applying, archive })
      addInstanceRoutes(api, { reading, instances, many })
    },
  }
  return { module, service: { apply: applying.apply, preview: applying.preview, applyIn: applying.applyIn } }
}

export type Playbooks = ReturnType<typeof createPlaybookModule>['service']

export const playbookModule = defineModule({
  needs: {
    users: userManagementModule,
    lists: recordListModule,
    rules: recordRuleModule,
    ledger: ledgerModule,
    notifications: notificationModule,
    calendars: workCalendarModule,
    tasks: taskModule,
    templates: playbookTemplateModule,
    segments: segmentModule,
  },
  create: createPlaybookModule,
})
