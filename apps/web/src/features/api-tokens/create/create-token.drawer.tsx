import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import type { CreatedToken, TokenScope } from '../api-tokens.calls.ts'
import { NewToken } from './new-token.tsx'
import { TokenForm } from './token-form.tsx'
import { useTokenForm } from './use-token-form.ts'

/** Makes a token, then shows it once. */
export function CreateTokenDrawer({ scope, onClose }: { scope: TokenScope; onClose: () => void }) {
  const formId = useId()
  const nameRef = useRef<HTMLInputElement>(null)
  const [created, setCreated] = useState<CreatedToken | null>(null)
  const form = useTokenForm(scope, nameRef, setCreated)
  return (
    <Drawer
      open
      dirty={form.dirty && !created}
      onOpenChange={(open) => !open && onClose()}
      title={created ? 'Your new token' : 'New API token'}
      initialFocus={nameRef}
      footer={
        created ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form={formId} busy={form.busy}>
              Create token
            </Button>
          </>
        )
      }
    >
      {created ? (
        <NewToken created={created} />
      ) : (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void form.submit()
          }}
        >
          <TokenForm scope={scope} form={form} nameRef={nameRef} />
        </form>
      )}
    </Drawer>
  )
}
