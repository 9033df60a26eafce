/** How an entered address is shown before the invitation. */
export const inviteStatuses = ['Valid', 'Invalid Email Address', 'Already Exists'] as const

/** The most addresses that are invited with one call. */
export const mostInvites = 500
