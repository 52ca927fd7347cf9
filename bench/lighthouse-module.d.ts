/** The part of Lighthouse and its launcher that the bench uses; both are installed below bench/. */
declare module 'lighthouse' {
  export type Audit = { numericValue?: number; score: number | null; title: string }
  export type LighthouseResult = {
    lhr: {
      categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
      audits: Record<string, Audit>
      environment: { benchmarkIndex: number }
      lighthouseVersion: string
    }
  }
  export default function lighthouse(
    url: string,
    flags: { port: number; output: 'json'; logLevel: 'error'; onlyCategories: string[] },
  ): Promise<LighthouseResult | undefined>
}

declare module 'chrome-launcher' {
  export function launch(options: {
    chromePath?: string
    chromeFlags: string[]
  }): Promise<{ port: number; kill(): void }>
}
