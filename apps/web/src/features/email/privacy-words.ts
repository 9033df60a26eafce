import type { MailThread } from '@steward/contracts/email'

export type Privacy = MailThread['privacy']

/** Who may read a thread, in words. */
export const privacyWords: Readonly<Record<Privacy, { label: string; help: string }>> = {
  everyone: { label: 'Everyone', help: 'Everyone who sees the record' },
  team: { label: 'Team', help: "The record's owners and the participants" },
  participants: { label: 'Participants', help: 'Only teammates who send or receive it' },
}
