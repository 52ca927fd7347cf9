import { overwriteGetLocale } from '#messages/runtime'

// On the server the worker decides, per request; in a browser the page's own language does.
if (!import.meta.env.SSR) {
  overwriteGetLocale(() => document.documentElement.lang as 'en')
}

export * as m from '#messages'
