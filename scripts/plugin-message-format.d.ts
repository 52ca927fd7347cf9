/** The package has no types; this declares what the compilation of messages uses. */
declare module '@inlang/plugin-message-format' {
  import type { BundleImport, InlangPlugin, MessageImport, VariantImport } from '@inlang/sdk'

  type Imported = {
    bundles: BundleImport[]
    messages: MessageImport[]
    variants: (VariantImport & { messageBundleId: string; messageLocale: string })[]
  }
  type File = { locale: string; content: Uint8Array }
  const plugin: InlangPlugin & {
    importFiles(input: { files: File[]; settings: { locales: string[] } }): Promise<Imported>
  }
  export default plugin
}
