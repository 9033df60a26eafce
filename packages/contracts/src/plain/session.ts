/** Minutes without activity after which a session ends. */
export const sessionIdleMinutes = 60

/** The message of the failure that opens the Session Expired dialog. */
export const sessionExpiredMessage = 'SESSION_EXPIRED_ERROR'
