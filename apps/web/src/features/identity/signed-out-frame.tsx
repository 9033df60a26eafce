import { Suspense } from 'react'
import { Outlet } from '@tanstack/react-router'
import { BrandMark } from '../../components/brand-mark.tsx'
import { PromoPanel } from './promo/promo-panel.tsx'

/** Form left, promo panel right; below 900 px the form alone. */
export function SignedOutFrame() {
  return (
    <div className="grid min-h-dvh bg-surface promo:grid-cols-[minmax(420px,10fr)_11fr]">
      <div className="flex min-h-dvh flex-col px-6 py-8">
        <main className="mx-auto flex w-full max-w-85 flex-1 flex-col justify-center">
          <div className="mb-8 flex items-center gap-2 text-lead font-semibold">
            <BrandMark size={24} />
            Steward
          </div>
          <Suspense>
            <Outlet />
          </Suspense>
          <p className="mt-8 text-label text-3">Version 2.0.0</p>
        </main>
      </div>
      <PromoPanel />
    </div>
  )
}
