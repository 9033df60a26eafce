// Which module of the server may import which. ARCHITECTURE.md explains it.

/** Modules of the server, from the bottom up: a module imports modules of lower levels only. */
const levels = [
  ['audit', 'messenger', 'currency', 'tenant', 'one-time-code', 'email', 'rule-source'],
  ['user-management', 'file', 'session', 'event-delivery'],
  ['api-token', 'identity-provider', 'data-type', 'work-calendar'],
  [
    'password',
    'field',
    'lifecycle',
    'churn-reason',
    'activity-type',
    'health-model',
    'recurrence',
    'task-view',
    'import-mapping',
  ],
  ['second-factor', 'record', 'change-log', 'field-layout', 'column-set', 'column-suggestion'],
  [
    'identity',
    'bulk-update',
    'change-feed',
    'ledger',
    'sheet',
    'record-rule',
    'record-list',
    'calculation',
    'cell',
    'hand-over',
    'timeline',
  ],
  [
    'segment',
    'stage-removal',
    'stage-history',
    'record-import',
    'bulk',
    'export',
    'board',
    'stat-bar',
    'logo',
    'note',
    'activity',
    'pulse',
    'record-file',
    'email-thread',
    'email-template',
    'notification',
    'usage',
    'integration',
    'ticketing',
    'crm',
    'health',
    'health-trial',
    'playbook-template',
    'scenario-management',
    'survey-management',
  ],
  [
    'timeline-act',
    'type-change',
    'email-delivery',
    'email-composer',
    'email-import',
    'overview',
    'task',
    'today',
    'playbook',
    'scenario-run',
    'success-plan',
    'survey-audience',
  ],
  [
    'reporting',
    'webhook-management',
    'playbook-effect',
    'shared-plan',
    'plan-template',
    'plan-schedule',
    'scenario-node',
    'scenario-rehearsal',
    'scenario-event',
    'scenario-move',
    'scenario-action',
    'scenario-approval',
    'scenario-delivery',
    'survey-response',
    'survey-snippet',
    'task-comment',
    'getting-started',
  ],
]

/** Arrows within a level: the first may import the second. */
const sideways = [
  ['messenger', 'audit'],
  ['currency', 'audit'],
  ['tenant', 'audit'],
  ['churn-reason', 'field'],
  ['health-trial', 'health'],
  ['health-model', 'field'],
  ['health-model', 'lifecycle'],
  ['record-list', 'record-rule'],
  ['calculation', 'record-rule'],
  ['bulk', 'record-import'],
  ['cell', 'sheet'],
  ['change-feed', 'identity'],
  ['email-composer', 'email-delivery'],
  ['playbook', 'task'],
  ['today', 'task'],
  ['success-plan', 'task'],
  ['success-plan', 'today'],
  ['scenario-action', 'scenario-node'],
  ['scenario-delivery', 'scenario-node'],
  ['scenario-delivery', 'webhook-management'],
  ['scenario-approval', 'scenario-node'],
]

/** The modules that a module may import. */
function below(name) {
  const level = levels.findIndex((names) => names.includes(name))
  const lower = levels.slice(0, Math.max(level, 0)).flat()
  return [...lower, ...sideways.filter(([from]) => from === name).map(([, to]) => to)]
}

const known = levels.flat()

module.exports = { below, known }
