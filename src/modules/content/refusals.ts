import type { RefusalText } from '../../kernel/refusals.ts';

export const CONTENT_REFUSALS = {
  blog_post_not_found: {
    status: 404,
    title: 'Blog post not found',
    detail: 'No published post has this slug. list_blog_posts shows them all.',
  },
  question_not_found: { status: 404, title: 'Question not found', detail: 'This site has no such interview question.' },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof CONTENT_REFUSALS, RefusalText> {}
}
