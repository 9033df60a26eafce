import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { roles } from '@steward/contracts/plain/permission'
import { currenciesQuery } from '../../../entities/currency/index.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { AddressBox } from './address-box.tsx'
import { InviteRows } from './invite-rows.tsx'
import { useInvitations, type Invitations } from './use-invitations.ts'
import { numberText } from '../../../ui/reader.ts'

function buttonText({ progress, validCount }: Invitations): string {
  if (progress) return `Inviting ${numberText(progress.sent)} of ${numberText(progress.of)}`
  return validCount === 0 ? 'Invite' : `Invite ${numberText(validCount)}`
}

type InviteDrawerProps = { onClose: () => void; onInvited: () => void }

/** Invites many people at once; who could not be invited stays, with the reason. */
export function InviteDrawer({ onClose, onInvited }: InviteDrawerProps) {
  const [text, setText] = useState('')
  const invitations = useInvitations(() => {
    onClose()
    onInvited()
  })
  const { list, progress, outcome, validCount, add, send } = invitations
  return (
    <Drawer
      open
      width={560}
      dirty={list.rows.length > 0 || text.trim() !== ''}
      onOpenChange={(open) => !open && onClose()}
      title="Invite users"
      footer={
        <>
          <Button onClick={onClose} disabled={progress !== null}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={progress !== null}
            disabled={validCount === 0}
            onClick={() => void send()}
          >
            {buttonText(invitations)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field
          label="Email addresses"
          help="Paste any number of addresses, separated by commas, semicolons, spaces or lines. Each person gets an email with a temporary password."
        >
          <AddressBox text={text} onText={setText} onAdd={add} />
        </Field>
        <Defaults invitations={invitations} />
        <FormAlert text={outcome?.failure ?? null} />
        {list.rows.length > 0 && (
          <div className="flex flex-col gap-2">
            <Counts invitations={invitations} />
            <InviteRows invitations={invitations} />
          </div>
        )}
      </div>
    </Drawer>
  )
}

function Defaults({ invitations: { forAll, setForAll } }: { invitations: Invitations }) {
  const { data: currencies = [] } = useQuery(currenciesQuery)
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Default role">
        <Select
          value={forAll.roleId}
          onChange={(roleId) => roleId && setForAll({ roleId })}
          options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field label="Default display currency">
        <Select
          value={forAll.displayCurrency ?? null}
          onChange={(code) => code && setForAll({ displayCurrency: code })}
          options={currencies.map(({ code, name }) => ({ value: code, label: code, detail: name }))}
        />
      </Field>
    </div>
  )
}

function Counts({ invitations: { list, validCount, outcome } }: { invitations: Invitations }) {
  const wrong = list.rows.length - validCount
  const parts = [
    `${numberText(validCount)} valid`,
    ...(wrong > 0 ? [`${numberText(wrong)} invalid`] : []),
    ...(list.merged > 0
      ? [`${numberText(list.merged)} entered twice ${list.merged === 1 ? 'was' : 'were'} merged`]
      : []),
  ]
  return (
    <div role="status" className="tabular flex flex-col gap-1 text-label text-2">
      {outcome?.sent && <p className="text-body font-medium text-1">{outcome.sent}</p>}
      <p>{parts.join(' · ')}</p>
    </div>
  )
}
