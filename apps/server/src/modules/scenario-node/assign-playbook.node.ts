import { assignPlaybookSettings, type AssignPlaybookSettings } from '@steward/contracts/scenario/settings'
import type { Playbooks } from '../playbook/index.ts'
import type { TemplateService } from '../playbook-template/index.ts'
import type { ActionType, Faults, Outcome, Rehearsed } from '../scenario-management/index.ts'

const activeStatus = 1

/** Applies a playbook to the records of a batch. One that runs it already, or can't take it, is skipped. */
export function assignPlaybookNode(
  playbooks: Pick<Playbooks, 'applyIn'>,
  templates: Pick<TemplateService, 'findIn'>,
): ActionType<AssignPlaybookSettings> {
  return {
    type: 'assignPlaybook',
    category: 'action',
    label: 'Assign Playbook',
    levels: [1, 2, 4],
    settings: assignPlaybookSettings,
    async check(db, { tenantId, level }, { templateId }): Promise<Faults> {
      const template = await templates.findIn(db, tenantId, templateId)
      if (!template) return { templateId: 'This playbook no longer exists. Choose another one.' }
      if (template.level !== level)
        return { templateId: 'This playbook is for another level. Choose another one.' }
      if (template.status === activeStatus) return {}
      return { templateId: 'This playbook is not active. Activate it, or choose another one.' }
    },
    /** Whether a record ran the playbook then is not known: it is taken to be free. */
    async rehearse(_, { visits }) {
      const assigned: Rehearsed = {
        outcome: { kind: 'next', branch: 'next' },
        effect: 'Assign the playbook.',
      }
      return new Map(visits.map(({ runId }) => [runId, assigned]))
    },
    async act(tx, { settings, visits, at }, { actor, causes }) {
      const ids = visits.map(({ recordId }) => recordId)
      const { changeSetId, left } = await playbooks.applyIn(tx, actor, settings.templateId, ids, {
        at,
        causes,
      })
      const outcomes = visits.map(({ runId, recordId }): [number, Outcome] => {
        const reason = left.get(recordId)
        const branch = 'next'
        return [runId, reason === undefined ? { kind: 'next', branch } : { kind: 'skip', reason, branch }]
      })
      return { outcomes: new Map(outcomes), changeSetId }
    },
  }
}
