import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import { sessionChecked } from './api/identity.ts'
import { readSession } from './api/session.ts'
import { startOf } from './start-page.ts'
import type { AppParts, PageArea } from './feature.ts'
import { features } from './features.ts'
import { paths } from './paths.ts'
import { ErrorScreen } from './shell/error-screen.tsx'
import { Root } from './shell/root.tsx'
import { StartingScreen } from './shell/starting-screen.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** Where to continue after sign-in. */
    origin?: string
    /** What went well, and what did not, for the sign-in to show. */
    notice?: string
    failure?: string
  }
}

const rootRoute = createRootRoute({
  component: Root,
  errorComponent: ErrorScreen,
})

/** The pages of an area, each a route under `parent`. */
function pagesOf<Parent extends AnyRoute>(area: PageArea, parent: Parent) {
  return features
    .flatMap(({ pages = [] }) => pages)
    .filter((page) => page.area === area)
    .map(({ path, Body }) => createRoute({ getParentRoute: () => parent, path, component: Body }))
}

/** What every screen of the signed-out area has around it; it has no part in the address. */
const signedOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-out',
  component: lazyRouteComponent(() => import('./features/identity/signed-out-frame.tsx'), 'SignedOutFrame'),
})

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad({ location }) {
    throw redirect({ href: paths.login, replace: true, state: location.state })
  },
})

/** Lets only a signed-in user through; who has to sign in first comes back to the address. */
async function requireSession({ location }: { location: { href: string } }): Promise<void> {
  // A known user goes on at once, the check runs beside; without one it has to be waited for.
  if (readSession().state === 'checking' && !readSession().user) await sessionChecked
  if (readSession().state === 'signed-out') {
    throw redirect({ href: paths.login, replace: true, state: { origin: location.href } })
  }
}

/** What the features add to the signed-in area; it comes together with the shell, not after it. */
export function loadAppParts(): Promise<AppParts[]> {
  return Promise.all(features.flatMap(({ app }) => (app ? [app()] : [])))
}

/** Pages of the signed-in area without the sidebar; it has no part in the address. */
const bareRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'bare',
  beforeLoad: requireSession,
  loader: loadAppParts,
  // The features stay the same for as long as the page lives.
  staleTime: Infinity,
  component: lazyRouteComponent(() => import('./shell/bare-frame.tsx'), 'BareFrame'),
})

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: requireSession,
  loader: loadAppParts,
  // The features stay the same for as long as the page lives.
  staleTime: Infinity,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

const appStartRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad() {
    throw redirect({ href: startOf(readSession().user), replace: true })
  },
})

const unknownPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$',
  component: lazyRouteComponent(() => import('./shell/not-found.page.tsx'), 'NotFoundPage'),
})

/** /app/organizations/…, accounts, contacts, pipelines; `useLevel()` shows which. */
const levelRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$level',
  component: lazyRouteComponent(() => import('./shell/level-screens.tsx'), 'LevelScreens'),
})

const levelRedirects = features
  .flatMap(({ redirects = [] }) => redirects)
  .map(({ path, to }) =>
    createRoute({
      getParentRoute: () => levelRoute,
      path,
      beforeLoad({ location, params }) {
        throw redirect({ href: to((params as { level: string }).level, location.searchStr), replace: true })
      },
    }),
  )

/** Lays the list of sections beside every settings page; it has no part in the address. */
const settingsFrameRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'settings-frame',
  component: lazyRouteComponent(() => import('./shell/settings/settings-frame.tsx'), 'SettingsFrame'),
})

const settingsStartRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: 'settings',
  component: lazyRouteComponent(
    () => import('./shell/settings/settings-start.page.tsx'),
    'SettingsStartPage',
  ),
})

const routeTree = rootRoute.addChildren([
  signedOutRoute.addChildren(pagesOf('signed-out', signedOutRoute)),
  unknownRoute,
  bareRoute.addChildren(pagesOf('bare', bareRoute)),
  appRoute.addChildren([
    appStartRoute,
    unknownPageRoute,
    ...pagesOf('app', appRoute),
    settingsFrameRoute.addChildren([settingsStartRoute, ...pagesOf('settings', settingsFrameRoute)]),
    levelRoute.addChildren([...pagesOf('level', levelRoute), ...levelRedirects]),
  ]),
])

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: StartingScreen,
    defaultErrorComponent: ErrorScreen,
  })
}
