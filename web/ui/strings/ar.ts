/**
 * Arabic: Modern Standard Arabic, short, plain. The rules are those of en.ts.
 * Latin words and whatever is filled in stand isolated, so that they do not
 * mix with the words around them; figures are European, as in values and code.
 */

import type { First } from "./en.ts";
import { isolate as i, plural } from "./plural.ts";

const forms = plural("ar");

export const ar: First = {
  language: "ar",
  direction: "rtl",

  names: {
    conversation: "المحادثة",
    message: "رسالة",
    send: "إرسال",
    stop: "إيقاف",
    newConversation: "محادثة جديدة",
    settings: "الإعدادات",
    more: "المزيد",
    inspector: "الفاحص",
    close: "إغلاق",
    reload: "إعادة تحميل",
    tryAgain: "إعادة المحاولة",
    connectNow: "الاتصال الآن",
    prompts: "أشياء يمكنك تجربتها",
    you: "قلتَ:",
    tools: "ماذا تستطيع أن تفعل؟",
  },

  words: {
    product: "Farhand",
    demo: "نموذج تجريبي",
    placeholder: "اسأل شيئًا",
    empty:
      "اسأل بكلمات بسيطة، وسترى هنا كلما استخدمت إجابةٌ شيئًا من هذا المتصفح.",
    waiting: "في انتظارك",
    assistant: "المساعد",
    unread: "إجابة جديدة",
    notLoaded: "تعذّر تحميل هذا الجزء من الصفحة.",
  },

  about: {
    goes: (provider) =>
      `ما تكتبه وما تعيده الأدوات يذهب إلى هذا الخادم وإلى ${i(provider)}.`,
    provider: "مزوّد النموذج",
    demo: `لا يفهم النموذج التجريبي إلا طلبات مثل الأمثلة، ويجيب بالإنجليزية، ولا يغادر شيء هذا الخادم. لاستخدام نموذج حقيقي اضبط ${i("GEMINI_API_KEY")} حيث يعمل الخادم.`,
  },

  units: {
    seconds: (n) => `${n} ث`,
    minutes: (minutes, seconds) => `${minutes} د ${seconds} ث`,
    bytes: (n, count) =>
      forms(count, {
        one: "بايت واحد",
        two: "بايتان",
        few: `${n} بايتات`,
        other: `${n} بايت`,
      }),
    kilobytes: (n) => `${n} كيلوبايت`,
    megabytes: (n) => `${n} ميغابايت`,
  },

  connection: {
    connecting: "جارٍ الاتصال بالخادم",
    again: "جارٍ المحاولة الآن.",
    againIn: (wait) => `المحاولة التالية بعد ${i(wait)}.`,
  },

  refusals: {
    not_open: "لم تُرسل: لا اتصال بالخادم.",
  },

  losses: {
    refused_or_unreachable: "رفض الخادم الاتصال أو تعذّر الوصول إليه.",
    lost: "انقطع الاتصال.",
    offline: "أنت بلا شبكة. تتصل الصفحة وحدها حين تعود.",
    silent: "صمت الخادم.",
    draining: "الخادم يعيد التشغيل.",
    superseded: "تستمر هذه المحادثة في نافذة أخرى.",
    idle: "أُغلق الاتصال لأن شيئًا لم يحدث منذ وقت طويل.",
    authentication:
      "لا يسمح لك الخادم بالدخول. أعد تحميل الصفحة لتسجّل الدخول من جديد.",
    origin:
      "لا يقبل الخادم صفحات من هذا العنوان. افتح الصفحة على عنوان الخادم نفسه.",
    address: "عنوان الخادم خاطئ أو غير آمن. أخبر من يدير الصفحة.",
    rate_limited: "الخادم مشغول جدًا.",
    protocol: "لهذه الصفحة والخادم إصداران مختلفان. أعد تحميل الصفحة.",
    too_large: "أغلق الخادم الاتصال لأن رسالة كانت كبيرة جدًا.",
    closed: "هذه المحادثة مغلقة. أعد تحميل الصفحة لتبدأ واحدة جديدة.",
    signed_out: "تم تسجيل خروجك. لم يعد ما قيل هنا ظاهرًا.",
  },

  refusedBy: {
    unreachable: "تعذّر الوصول إلى الخادم. ربما أُوقف.",
    full: "كل أماكن الخادم مشغولة الآن.",
    host: "لم يعد الخادم يجيب على هذا العنوان. أعد تحميل الصفحة لتعرف السبب.",
    proxy: `الخادم موجود، لكن الاتصال لا يصل إليه. ربما على وسيط أن يمرّر ${i("WebSocket")} وترويسة ${i("Host")}.`,
  },

  withheld: {
    count: (n, count) =>
      forms(count, {
        zero: "لا أدوات متعذرة هنا",
        one: "أداة واحدة لا يمكن أن تعمل هنا",
        two: "أداتان لا يمكن أن تعملا هنا",
        few: `${i(n)} أدوات لا يمكن أن تعمل هنا`,
        other: `${i(n)} أداة لا يمكن أن تعمل هنا`,
      }),
  },

  contract: {
    "Where am I?": "أين أنا؟",
    "Remember that my favourite colour is green":
      "تذكّر أن لوني المفضل هو الأخضر",
    "What do you remember about me?": "ماذا تتذكر عني؟",
    "What is on my clipboard?": "ماذا يوجد في حافظتي؟",
    "Copy my location to the clipboard": "انسخ موقعي الجغرافي إلى الحافظة",
    "How is my battery?": "كيف حال بطاريتي؟",
    "Say good morning": "قل صباح الخير",
    "Ask me what I want for dinner": "اسألني ماذا أريد للعشاء",
  },
};
