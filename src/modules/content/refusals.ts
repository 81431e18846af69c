import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const CONTENT_REFUSALS = refusals(404, {
  blog_post_not_found: 'No published post has this slug. list_blog_posts shows them all.',
  legal_page_not_found: 'This site has no such legal page.',
  message_not_found: msg('This site has no such message.'),
  question_not_found: msg('This site has no such interview question.'),
});
