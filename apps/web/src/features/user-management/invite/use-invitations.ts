import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isEmailAddress } from '@steward/contracts/plain/email-address'
import { roleIds, type RoleId } from '@steward/contracts/plain/permission'
import { isSessionExpired } from '../../../api/api-error.ts'
import { currenciesQuery } from '../../../entities/currency/index.ts'
import { errorText } from '../../../api/error-text.ts'
import { usersKey } from '../../../entities/user/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { inviteUsers } from '../user-management.calls.ts'
import {
  addText,
  changeRow,
  emptyList,
  keepRefused,
  removeRow,
  statusOf,
  type InviteRow,
} from './invite-list.ts'
import { useTaken } from './use-taken.ts'
import { numberText } from '../../../ui/reader.ts'

/** What holds for everyone without a choice of their own. */
export type ForAll = { roleId: RoleId; displayCurrency: string | undefined }

/** People sent with one call: few enough that the button can tell how far it is. */
const atOnce = 50

function sentText(sent: number): string {
  return sent === 1 ? 'Invitation sent' : `${numberText(sent)} invitations sent`
}

/** The outcome of an attempt after which someone is left. */
type Outcome = { sent: string | null; failure: string | null }

function outcomeOf(sent: number, left: number, failure: string | null): Outcome {
  const rest = `${numberText(left)} couldn't be invited. Correct or remove them.`
  return { sent: sent > 0 ? `${sentText(sent)}; ${rest}` : null, failure }
}

/** The people to invite, what is known of their addresses, and the sending. */
export function useInvitations(onAllSent: () => void) {
  const client = useQueryClient()
  const [list, setList] = useState(emptyList)
  const { data: currencies } = useQuery(currenciesQuery)
  const [chosen, setChosen] = useState<ForAll>({ roleId: roleIds.normalUser, displayCurrency: undefined })
  const standard = currencies?.find(({ isDefault }) => isDefault)?.code
  const forAll = { ...chosen, displayCurrency: chosen.displayCurrency ?? standard }
  const [progress, setProgress] = useState<{ sent: number; of: number } | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { taken, learn, doubt } = useTaken(list.rows.map(({ email }) => email).filter(isEmailAddress))
  const valid = list.rows.filter((row) => statusOf(row, taken) === 'Valid')

  /** Sends some, and shows why the others were refused. */
  async function sendPart(rows: readonly InviteRow[]): Promise<Map<number, string>> {
    const answers = await inviteUsers(
      rows.map((row) => ({
        email: row.email,
        roleId: row.roleId ?? forAll.roleId,
        displayCurrency: row.displayCurrency ?? forAll.displayCurrency,
      })),
    )
    const refused = new Map<number, string>()
    for (const [index, { email, status }] of answers.entries()) {
      if (status === 'invited') continue
      refused.set(rows[index]!.key, status)
      if (status === 'Already Exists') learn(email)
    }
    return refused
  }

  async function send() {
    if (progress || valid.length === 0) return
    const tried = new Set<number>()
    const refused = new Map<number, string>()
    let failure: string | null = null
    setOutcome(null)
    try {
      for (let start = 0; start < valid.length; start += atOnce) {
        setProgress({ sent: start, of: valid.length })
        const part = valid.slice(start, start + atOnce)
        for (const [key, reason] of await sendPart(part)) refused.set(key, reason)
        for (const { key } of part) tried.add(key)
      }
    } catch (error) {
      // Some of the part that failed may have been invited.
      doubt()
      if (!isSessionExpired(error)) failure = errorText(error)
    }
    setProgress(null)
    setList((current) => keepRefused(current, refused, tried))
    void client.invalidateQueries({ queryKey: usersKey })
    const sent = tried.size - refused.size
    const left = list.rows.length - sent
    if (left > 0) return setOutcome(outcomeOf(sent, left, failure))
    toast.done(sentText(sent), { subject: 'invitations' })
    onAllSent()
  }

  return {
    list,
    forAll,
    taken,
    validCount: valid.length,
    progress,
    outcome,
    send,
    add: (text: string) => setList((current) => addText(current, text)),
    change: (key: number, change: Partial<InviteRow>) =>
      setList((current) => changeRow(current, key, change)),
    remove: (key: number) => setList((current) => removeRow(current, key)),
    setForAll: (change: Partial<ForAll>) => setChosen((current) => ({ ...current, ...change })),
  }
}

export type Invitations = ReturnType<typeof useInvitations>
