import { Suspense, memo, useCallback, useState } from 'react'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { roles } from '@steward/contracts/plain/permission'
import { Input } from '../../../ui/input.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ForAll, Invitations } from './use-invitations.ts'
import { statusOf, type Choosing, type InviteRow } from './invite-list.ts'
import { InviteStatusText } from './invite-status.tsx'

const RowChoice = lazyPart(() => import('./row-choice.tsx'), 'RowChoice')

/** Everyone to be invited, the last ones first so that what was just entered is in view. */
export function InviteRows({ invitations }: { invitations: Invitations }) {
  const { list, forAll, taken, change, remove } = invitations
  const { open, anchor, used, close } = useAnchor('menu')
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const onChoose = useCallback(
    (next: Choosing, button: HTMLElement) => {
      setChoosing(next)
      open(button)
    },
    [open],
  )
  return (
    <>
      <ul aria-label="People to invite" className="rounded-card border border-line">
        {list.rows.toReversed().map((row) => (
          <Row
            key={row.key}
            row={row}
            status={statusOf(row, taken)}
            roleId={row.roleId ?? forAll.roleId}
            currency={row.displayCurrency ?? forAll.displayCurrency}
            onChoose={onChoose}
            onChange={change}
            onRemove={remove}
          />
        ))}
      </ul>
      {used && choosing && (
        <Suspense>
          <RowChoice
            anchor={anchor}
            choosing={choosing}
            forAll={forAll}
            onClose={close}
            onChange={(next) => change(choosing.row.key, next)}
          />
        </Suspense>
      )}
    </>
  )
}

type RowProps = {
  row: InviteRow
  status: ReturnType<typeof statusOf>
  roleId: ForAll['roleId']
  currency: string | undefined
  onChoose: (choosing: Choosing, button: HTMLElement) => void
  onChange: Invitations['change']
  onRemove: Invitations['remove']
}

const choiceClass =
  'flex h-7 items-center gap-1 rounded-control px-1.5 text-label text-2 hover:bg-hover hover:text-1'

const Row = memo(function Row(props: RowProps) {
  const { row, status, roleId, currency, onChoose, onChange, onRemove } = props
  const { email } = row
  const roleName = roles.find(({ id }) => id === roleId)?.name
  return (
    <li className="flex flex-wrap items-center gap-x-1 border-b border-line py-1.5 pr-1.5 pl-3 [contain-intrinsic-size:auto_54px] [content-visibility:auto] last:border-b-0">
      <div className="min-w-0 flex-1 basis-56">
        {status === 'Invalid Email Address' ? (
          <Correction email={email} onCorrect={(corrected) => onChange(row.key, { email: corrected })} />
        ) : (
          <p className="truncate font-medium">{email}</p>
        )}
        <InviteStatusText status={status} refusal={row.refusal} />
      </div>
      <button
        type="button"
        aria-haspopup="menu"
        aria-label={`Role of ${email}: ${roleName}`}
        onClick={(event) => onChoose({ row, what: 'role' }, event.currentTarget)}
        className={choiceClass}
      >
        {roleName}
        <IconChevronDown size={14} aria-hidden />
      </button>
      {currency && (
        <button
          type="button"
          aria-haspopup="menu"
          aria-label={`Display currency of ${email}: ${currency}`}
          onClick={(event) => onChoose({ row, what: 'currency' }, event.currentTarget)}
          className={choiceClass}
        >
          {currency}
          <IconChevronDown size={14} aria-hidden />
        </button>
      )}
      <button
        type="button"
        aria-label={`Remove ${email}`}
        onClick={() => onRemove(row.key)}
        className="flex size-7 items-center justify-center rounded-control text-3 hover:bg-hover hover:text-1"
      >
        <IconX size={14} aria-hidden />
      </button>
    </li>
  )
})

function Correction({ email, onCorrect }: { email: string; onCorrect: (email: string) => void }) {
  const [text, setText] = useState(email)
  const settle = () => {
    const corrected = text.trim()
    if (corrected && corrected !== email) onCorrect(corrected)
  }
  return (
    <Input
      size="sm"
      invalid
      aria-label={`Correct ${email}`}
      className="mb-0.5 max-w-64"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
    />
  )
}
