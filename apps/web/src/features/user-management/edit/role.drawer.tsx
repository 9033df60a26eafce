import { useId, useState } from 'react'
import { IconCheck, IconMinus, IconPlus } from '@tabler/icons-react'
import { roles, type RoleId } from '@steward/contracts/plain/permission'
import type { User } from '@steward/contracts/user-management'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { fullName } from '../../../entities/user/index.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { radioClass } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useUpdateUser } from '../user-management.calls.ts'
import { Person } from './person.tsx'
import { permissionTexts, roleDifference, roleSummaries } from './role-words.ts'

const roleName = (roleId: RoleId) => roles.find(({ id }) => id === roleId)?.name ?? ''

/** The four roles, what each may do, and what changes for this person. */
export function RoleDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const [roleId, setRoleId] = useState<RoleId>(user.roleId)
  const [refusal, setRefusal] = useState<string | null>(null)
  const change = useUpdateUser(user.userId)
  const isOther = roleId !== user.roleId

  async function confirm() {
    setRefusal(null)
    try {
      await change.mutateAsync({ roleId })
      toast.done(`Role of ${fullName(user)} changed to ${roleName(roleId)}`, {
        subject: `user-${user.userId}`,
      })
      onClose()
    } catch (error) {
      if (!isSessionExpired(error)) setRefusal(errorText(error))
    }
  }

  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change role"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!isOther}
            busy={change.isPending}
            onClick={() => void confirm()}
          >
            Change role
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Person user={user} />
        <FormAlert text={refusal} />
        <RoleCards value={roleId} current={user.roleId} onChange={setRoleId} />
        <section aria-label={isOther ? 'What changes' : 'What the role may do'} aria-live="polite">
          {isOther ? <Difference from={user.roleId} to={roleId} /> : <Rights roleId={roleId} />}
        </section>
      </div>
    </Drawer>
  )
}

type RoleCardsProps = { value: RoleId; current: RoleId; onChange: (roleId: RoleId) => void }

function RoleCards({ value, current, onChange }: RoleCardsProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label="Role" className="flex flex-col gap-2">
      {roles.map((role) => (
        <label
          key={role.id}
          className={cx(
            'flex items-start gap-2.5 rounded-card border px-3 py-2.5',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
            role.id === value ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={role.id === value}
            onChange={() => onChange(role.id)}
            className={cx(radioClass, 'mt-0.5 outline-none')}
          />
          <span className="min-w-0 font-medium">
            {role.name} {role.id === current && <Badge>Now</Badge>}
            <span className="block text-label font-normal text-2">{roleSummaries[role.id]}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

function Difference({ from, to }: { from: RoleId; to: RoleId }) {
  const { gained, lost } = roleDifference(from, to)
  if (gained.length + lost.length === 0) {
    return <p className="text-body text-2">{`The same actions, on other records. ${roleSummaries[to]}`}</p>
  }
  return (
    <div className="flex flex-col gap-4">
      {gained.length > 0 && <List title="They will also be able to" texts={gained} kind="gained" />}
      {lost.length > 0 && <List title="They will no longer be able to" texts={lost} kind="lost" />}
    </div>
  )
}

function Rights({ roleId }: { roleId: RoleId }) {
  return <List title={`A ${roleName(roleId)} can`} texts={permissionTexts(roleId)} kind="held" />
}

const marks = {
  held: <IconCheck size={16} className="shrink-0 text-good-mark" aria-hidden />,
  gained: <IconPlus size={16} className="shrink-0 text-good-mark" aria-hidden />,
  lost: <IconMinus size={16} className="shrink-0 text-poor-mark" aria-hidden />,
}

function List({ title, texts, kind }: { title: string; texts: readonly string[]; kind: keyof typeof marks }) {
  return (
    <div>
      <h3 className="pb-1.5 text-body font-medium">{title}</h3>
      <ul className="flex flex-col gap-1 text-body text-2">
        {texts.map((text) => (
          <li key={text} className="flex items-start gap-2">
            <span className="flex h-5 items-center">{marks[kind]}</span>
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
