import { systemActor, type Actor } from '../../platform/actor.ts'

/** As whom scenarios look at records and change them: they see and may change every record of the company. */
export function scenarioActor(tenantId: number, scenario?: { scenarioId: number; name: string }): Actor {
  return systemActor(tenantId, {
    kind: 'scenario',
    name: scenario?.name ?? 'Scenarios',
    ...(scenario && { id: scenario.scenarioId }),
    permissions: [
      'record.read',
      'record.edit',
      'segment.read',
      'task.edit',
      'playbook.read',
      'playbook.apply',
    ],
  })
}
