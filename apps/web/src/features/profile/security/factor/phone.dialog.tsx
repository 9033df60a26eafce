import { useRef, useState, type FormEvent } from 'react'
import { ApiError, isSessionExpired } from '../../../../api/api-error.ts'
import { errorText } from '../../../../api/error-text.ts'
import { useUser } from '../../../../api/session.ts'
import { ResendButton, useAttempt } from '../../../../entities/sign-in/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { registerPhone, useFactorAction, verifyPhone } from '../security.calls.ts'
import { CodeStep } from './code-step.tsx'
import { phoneNumberOf } from './phone-number.rules.ts'

type PhoneDialogProps = {
  onClose: () => void
  /** Text messages are on; recovery codes where there were none before. */
  onDone: (recoveryCodes: string[] | null) => void
}

/** Verifies a mobile number by a code that is sent to it; text messages are then the second factor. */
export function PhoneDialog({ onClose, onDone }: PhoneDialogProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Turn on text messages"
      description={
        sentTo
          ? `Enter the code we sent to ${sentTo}.`
          : 'Each time you log in, a code is sent to your mobile number.'
      }
    >
      {sentTo ? (
        <Code phoneNumber={sentTo} onDone={onDone} onOther={() => setSentTo(null)} />
      ) : (
        <NumberForm onSent={setSentTo} />
      )}
    </Dialog>
  )
}

function NumberForm({ onSent }: { onSent: (phoneNumber: string) => void }) {
  const { mobileNumber } = useUser()
  const ref = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(mobileNumber ?? '')
  const [fault, setFault] = useState<string | null>(null)
  const { busy, attempt } = useAttempt()

  function show(message: string): null {
    setFault(message)
    ref.current?.focus()
    return null
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { phoneNumber, fault: wrong } = phoneNumberOf(text)
    if (wrong !== undefined) return show(wrong)
    await attempt(
      async () => {
        await registerPhone(phoneNumber)
        onSent(phoneNumber)
      },
      (error) => {
        const field = error instanceof ApiError ? error.fields?.phoneNumber : undefined
        return isSessionExpired(error) ? null : show(field ?? errorText(error))
      },
    )
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field
        label="Mobile number"
        help="With a leading plus and the country, such as +44 20 7183 8750"
        error={fault}
      >
        <Input
          ref={ref}
          type="tel"
          autoComplete="tel"
          value={text}
          autoFocus
          onChange={(event) => {
            setFault(null)
            setText(event.target.value)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" busy={busy} className="self-end">
        Send code
      </Button>
    </form>
  )
}

type CodeProps = Pick<PhoneDialogProps, 'onDone'> & { phoneNumber: string; onOther: () => void }

function Code({ phoneNumber, onDone, onOther }: CodeProps) {
  const verify = useFactorAction(verifyPhone)

  async function finish(code: string) {
    const { recoveryCodes } = await verify.mutateAsync(code)
    onDone(recoveryCodes)
  }

  async function resend() {
    try {
      await registerPhone(phoneNumber)
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'second-factor' })
      throw error
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <CodeStep onCode={finish} autoFocus>
        <Button variant="ghost" className="-ml-3" onClick={onOther}>
          Another number
        </Button>
      </CodeStep>
      <ResendButton label="Send another code" onResend={resend} isJustSent />
    </div>
  )
}
