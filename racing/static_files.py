"""Static files: how WhiteNoise serves them here, and how collected ones are named."""

from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise's middleware is not typed
    """Serve files whole: a file object would be streamed by a synchronous iterator, which ASGI cannot do."""

    def add_files(self, root: str, prefix: str | None = None) -> None:
        """Add a folder's files. Nothing has been collected yet on a fresh checkout, which is no mistake."""
        if Path(root).is_dir():
            super().add_files(root, prefix)

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """Answer with the file's bytes, or with the 304, 206 or 405 that whitenoise decided on."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response


class ManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # as above
    """Names with a hash of the content, in the imports between our ES modules too."""

    support_js_module_import_aggregation = True
    # One pass for each link of the longest chain of imports, and some to spare.
    max_post_process_passes = 20
