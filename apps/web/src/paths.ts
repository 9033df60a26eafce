import type { LevelName, LevelPlural } from '@steward/contracts/level'

/** Every address of the app. */
export const paths = {
  login: '/login',
  /** The users' guide and the reference of the API: pages of the server, outside of the app. */
  guide: '/guide/',
  apiDocs: '/api/docs',
  activateAccount: '/activate-account',
  forgotPassword: '/forgot-password',
  resetPassword: (username: string) => `/reset-password?username=${encodeURIComponent(username)}`,
  changePassword: '/change-password',
  mfa: '/mfa',
  locked: '/locked',
  /** The first visit of a new user. */
  completeProfile: '/app/complete-profile',
  profile: '/app/profile',
  /** The profile with password, second factor and sessions open. */
  security: '/app/profile?security=true',
  personalTokens: '/app/profile/api-tokens',
  /** Leads on to the start page of the user. */
  start: '/app',
  company: '/app/settings/company',
  gettingStarted: '/app/getting-started',
  /** What people changed lately, with a way back. */
  recentChanges: '/app/recent-changes',
  /** The list of today. */
  today: '/app/today',
  todaySettings: '/app/settings/today',
  list: (level: LevelPlural) => `/app/${level}/list`,
  /** The list of what a user owns. */
  ownedBy: (level: LevelPlural, userId: number) =>
    `/app/${level}/list?filter=${encodeURIComponent(JSON.stringify({ field: 'system:owners', operator: 'isSetTo', value: userId }))}`,
  /** The list under a filter. */
  filtered: (level: LevelPlural, filter: object) =>
    `/app/${level}/list?filter=${encodeURIComponent(JSON.stringify(filter))}`,
  board: (level: LevelPlural) => `/app/${level}/board`,
  /** The list with its create form open. */
  create: (level: LevelPlural) => `/app/${level}/list?create=true`,
  record: (level: LevelPlural, id: number | string) => `/app/${level}/${id}`,
  segments: '/app/segments',
  /** Segments of all levels with the create form open. */
  createSegment: '/app/segments?create=true',
  levelSegments: (level: LevelPlural) => `/app/${level}/segments`,
  /** The members of a segment. */
  segment: (level: LevelPlural, id: number) => `/app/${level}/segments/${id}`,
  notificationPreferences: '/app/settings/notifications',
  notificationDefaults: '/app/settings/notification-defaults',
  /** The records that a notification stands for. */
  notification: (id: number) => `/app/notifications/${id}`,
  /** An item on the timeline of a record. */
  timelineItem: (level: LevelPlural, id: number | string, itemId: number) =>
    `/app/${level}/${id}?tab=timeline&item=${itemId}`,
  tasks: '/app/tasks',
  /** The list of tasks with one of them open. */
  task: (taskId: number) => `/app/tasks?task=${taskId}`,
  imports: '/app/imports',
  newImport: '/app/imports/new',
  relatedFiles: '/app/imports/related',
  importOf: (level: LevelPlural) => `/app/imports/new?level=${level}`,
  import: (jobId: number) => `/app/imports/${jobId}`,
  users: '/app/user-management',
  /** The list of users with the invite panel open. */
  inviteUsers: '/app/user-management?invite=true',
  importUsers: '/app/user-management/import',
  roles: '/app/user-management/roles',
  settings: '/app/settings',
  /** The fields of a level: organization, account, contact or pipeline. */
  fields: (level: LevelName) => `/app/settings/data-management/${level}`,
  /** How the records of a level are scored. */
  healthSettings: (level: LevelName) => `/app/settings/analytics-management?level=${level}`,
  analyticsManagement: '/app/settings/analytics-management',
  playbooks: '/app/playbooks',
  newPlaybook: '/app/playbooks/new',
  /** A new playbook that begins with one of those that Steward brings. */
  playbookFromStarter: (starter: string) => `/app/playbooks/new?starter=${starter}`,
  playbook: (id: number) => `/app/playbooks/${id}`,
  playbookInstance: (id: number) => `/app/playbooks/instances/${id}`,
  scenarios: '/app/scenarios',
  newScenario: '/app/scenarios/new',
  scenarioLimits: '/app/scenarios/limits',
  /** What scenarios ask their users. */
  approvals: '/app/approvals',
  /** A new scenario that begins with one of those that Steward brings. */
  scenarioFromStarter: (starter: string) => `/app/scenarios/new?starter=${starter}`,
  scenario: (id: number) => `/app/scenarios/${id}`,
  /** What a scenario would have done. */
  rehearsal: (id: number) => `/app/scenarios/${id}/rehearsal`,
  /** The way that a record would have taken. */
  rehearsedRecord: (id: number, recordId: number) => `/app/scenarios/${id}/rehearsal?record=${recordId}`,
  /** The way of a record through a scenario. */
  scenarioRun: (id: number, runId: number) => `/app/scenarios/${id}?run=${runId}`,
  successPlans: '/app/success-plans',
  successPlan: (id: number) => `/app/success-plans/${id}`,
  successPlanTemplates: '/app/success-plans/templates',
  newSuccessPlanTemplate: '/app/success-plans/templates/new',
  successPlanTemplate: (id: number) => `/app/success-plans/templates/${id}`,
  /** The statuses and progress that success plans can have. */
  successPlanLists: '/app/settings/success-plan-lists',
  surveys: '/app/surveys',
  newSurvey: '/app/surveys/editor',
  editSurvey: (id: number) => `/app/surveys/editor/${id}`,
  survey: (id: number) => `/app/surveys/${id}`,
  importResponses: (id: number) => `/app/surveys/${id}/import`,
  /** How often people are asked, and how pages sign their users. */
  surveySettings: '/app/settings/surveys',
  workCalendars: '/app/settings/working-days',
  currency: '/app/settings/data-management/currency',
  churnReasons: '/app/settings/churn-reasons',
  activityTypes: '/app/settings/activity-types',
  noteTemplates: '/app/settings/note-templates',
  mailTemplates: '/app/settings/email-templates',
  signInSettings: '/app/settings/sign-in',
  companyTokens: '/app/settings/api-tokens',
  webhooks: '/app/settings/webhooks',
  newWebhook: '/app/settings/webhooks/new',
  duplicateWebhook: (webhookId: number) => `/app/settings/webhooks/new?from=${webhookId}`,
  webhook: (webhookId: number) => `/app/settings/webhooks/${webhookId}`,
  editWebhook: (webhookId: number) => `/app/settings/webhooks/${webhookId}/edit`,
  auditLog: '/app/settings/audit-log',
  outbox: '/app/settings/outbox',
  eventDeliveries: '/app/settings/event-deliveries',
} as const
