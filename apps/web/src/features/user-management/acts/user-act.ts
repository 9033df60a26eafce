import type { User } from '@steward/contracts/user-management'

/** What can be done to a user from the row; each asks first. */
export type UserAct = 'resend' | 'revoke' | 'deactivate' | 'reactivate' | 'disable-mfa' | 'hand-over'

/** What makes sense for a user, in the order of the menu. No one deactivates themselves; their own second factor is in their profile. */
export function actsFor(user: User, ownId: number): UserAct[] {
  if (user.status === 'DEACTIVATED') return ['hand-over', 'reactivate']
  if (user.userId === ownId) return ['hand-over']
  const mfa: UserAct[] = user.mfaEnabled ? ['disable-mfa'] : []
  return user.status === 'ACTIVE' ? ['hand-over', ...mfa, 'deactivate'] : ['resend', ...mfa, 'revoke']
}
