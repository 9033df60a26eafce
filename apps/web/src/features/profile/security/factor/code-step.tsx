import { secondFactorCodeLength } from '@steward/contracts/identity'
import type { ReactNode } from 'react'
import { CodeField } from '../../../../entities/sign-in/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { useFactorCode } from './use-factor-code.ts'

type CodeStepProps = {
  onCode: (code: string) => Promise<void>
  autoFocus?: boolean
  /** Beside the button. */
  children?: ReactNode
}

/** The six digits that turn a factor on. */
export function CodeStep({ onCode, autoFocus, children }: CodeStepProps) {
  const { code, busy, submit, field } = useFactorCode(onCode)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="flex flex-col gap-4"
    >
      <CodeField {...field} autoFocus={autoFocus} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>{children}</div>
        <Button type="submit" variant="primary" busy={busy} disabled={code.length < secondFactorCodeLength}>
          Verify
        </Button>
      </div>
    </form>
  )
}
