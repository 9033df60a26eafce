import { useState, type KeyboardEvent } from 'react'
import { Input, type InputProps } from '../../ui/input.tsx'

/** A password that can be shown, with a word when Caps Lock is on. */
export function PasswordInput({ size = 'lg', ...props }: Omit<InputProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)

  function watchCapsLock(event: KeyboardEvent) {
    setCapsLock(event.getModifierState('CapsLock'))
  }

  return (
    <>
      <Input
        {...props}
        size={size}
        type={shown ? 'text' : 'password'}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        trailing={
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            className="h-7 rounded-chip px-2 text-label font-medium text-2 hover:bg-hover hover:text-1"
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        }
      />
      <div role="status" className="text-label text-average empty:hidden">
        {capsLock ? 'Caps Lock is on' : ''}
      </div>
    </>
  )
}
