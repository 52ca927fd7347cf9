import { appendFileSync } from 'node:fs'
import type { AstroAdapter, AstroIntegration } from 'astro'
import { cacheMap, resolveCachePolicy } from '#worker/caching/cache-map.ts'
import { cacheHeaders } from '#worker/caching/cache-policy.ts'
import { pictureHeaders } from '#worker/caching/media.ts'
import { completePagePolicy, buildSecurityHeaders } from '#worker/caching/security-headers.ts'
import { localePrefix } from '#worker/locale/locales.ts'

/** The platform ignores longer lines. */
const longestLine = 2000

type Header = readonly [name: string, value: string]

/** Static files bypass the worker: the platform reads their headers from a file. */
export function staticHeadersIntegration(): AstroIntegration {
  const policies = new Map<string, string>()
  return {
    name: 'static-headers',
    hooks: {
      'astro:build:generated': ({ routeToHeaders }) => {
        for (const [path, { headers }] of routeToHeaders) {
          const policy = headers.get('Content-Security-Policy')
          if (policy) policies.set(path.replace(/\.html$/, ''), policy)
        }
      },
      'astro:build:done': () => {
        const forAll = {
          ...buildSecurityHeaders('/'),
          'Content-Security-Policy': "frame-ancestors 'none'",
        }
        const rules = [ruleFor('/*', Object.entries(forAll)), pictureRule(), drawnRule()]
        for (const [path, policy] of policies) rules.push(pageRule(path, policy))
        appendFileSync('dist/client/_headers', `\n${rules.join('\n')}`)
      },
    },
  }
}

function pictureRule(): string {
  const name = 'Cross-Origin-Resource-Policy'
  return ruleFor('/media/*', [[name, buildSecurityHeaders('/media/')[name] ?? '']])
}

/** Rule for drawn pictures, as the worker answers for them. */
function drawnRule(): string {
  return ruleFor('/media/drawn/*', Object.entries(pictureHeaders))
}

function pageRule(path: string, policy: string): string {
  const address = path.slice(localePrefix(path).length)
  const route = address.replace(/\/\d{4}-\d\d-\d\d$/, '/{version}')
  if (!(route in cacheMap)) throw new Error(`${route} has no entry in cache-map.ts`)
  return ruleFor(path, [
    ...Object.entries(cacheHeaders(resolveCachePolicy(route as '/faq'))),
    ['Content-Security-Policy', completePagePolicy(policy)],
  ])
}

function ruleFor(path: string, headers: readonly Header[]): string {
  // A header set by two rules would be sent with both values.
  const lines = headers.flatMap(([name, value]) => [
    ...(path === '/*' ? [] : [`  ! ${name}`]),
    `  ${name}: ${value}`,
  ])
  const tooLong = lines.find((line) => line.length > longestLine)
  if (tooLong) throw new Error(`${path} has a header of ${tooLong.length} characters`)
  return [path, ...lines, ''].join('\n')
}

/** Makes Astro return the policies of prerendered pages instead of writing a meta tag. */
export function withPolicyHeaders(adapter: AstroIntegration): AstroIntegration {
  const { 'astro:config:done': configure, ...hooks } = adapter.hooks
  return {
    ...adapter,
    hooks: {
      ...hooks,
      'astro:config:done': (options) =>
        configure?.({ ...options, setAdapter: (set) => options.setAdapter(withFeature(set)) }),
    },
  }
}

function withFeature(adapter: AstroAdapter): AstroAdapter {
  return { ...adapter, adapterFeatures: { ...adapter.adapterFeatures, staticHeaders: true } }
}
