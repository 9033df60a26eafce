import { useId, useState, type FormEvent } from 'react'
import { IconChevronRight } from '@tabler/icons-react'
import { errorText } from '../../../api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useAttempt } from '../../../entities/sign-in/index.ts'
import { useChallengeEnd } from '../use-challenge-guard.ts'

/** What to do without the phone or the app: a recovery code, or someone who can help. */
export function LostDevice({ verify }: { verify: (code: string) => Promise<void> }) {
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="border-t border-line pt-4">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
        className="-ml-1 flex h-6 items-center gap-1 rounded-chip pr-1 text-body font-medium text-accent-text hover:underline"
      >
        <IconChevronRight
          size={16}
          className={cx('transition-transform', isOpen && 'rotate-90')}
          aria-hidden
        />
        Lost your device?
      </button>
      <div id={panelId} hidden={!isOpen} className="pt-3">
        {isOpen && <RecoveryForm verify={verify} />}
      </div>
    </div>
  )
}

function RecoveryForm({ verify }: { verify: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { busy, attempt } = useAttempt()
  const endsWith = useChallengeEnd()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!code.trim()) return setFault('Enter one of your recovery codes.')
    await attempt(
      () => verify(code.trim()),
      (error) => {
        if (!endsWith(error)) setFault(errorText(error))
        return null
      },
    )
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <p className="text-body text-2">
        Use one of the recovery codes you saved when you turned on two-factor authentication. If you have
        none, contact support or your administrator to recover the account.
      </p>
      <Field label="Recovery code" error={fault}>
        <Input
          name="recovery-code"
          value={code}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          onChange={(event) => {
            setFault(null)
            setCode(event.target.value)
          }}
        />
      </Field>
      <Button type="submit" busy={busy} className="self-start">
        Use recovery code
      </Button>
    </form>
  )
}
