/** Minutes without activity after which a session ends. */
export const sessionIdleMinutes = 60

/** The message of the failure that opens the Session Expired dialog. */
export const sessionExpiredMessage = 'SESSION_EXPIRED_ERROR'

/** The pages that can be the first one after sign-in: the list of a level, or work. */
export const startPages = ['organizations', 'accounts', 'contacts', 'pipelines', 'today', 'tasks'] as const

export type StartPage = (typeof startPages)[number]

/** That of a company that has not chosen one. */
export const defaultStartPage: StartPage = 'organizations'

export const startPageLabels: Readonly<Record<StartPage, string>> = {
  organizations: 'Organizations',
  accounts: 'Accounts',
  contacts: 'Contacts',
  pipelines: 'Pipelines',
  today: 'Today',
  tasks: 'Tasks',
}
